// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Part of kernel_body.h: products of dense blocks.

// A tile of 2 * WF_ROW_LANES rows and 4 columns kept in registers.
static inline void tileLarge( double* c, int64_t cStride, const double* a, int64_t aStride, const double* b, int64_t bStride,
							  int32_t depth )
{
	Rows c00 = *(Rows*)( c ), c10 = *(Rows*)( c + WF_ROW_LANES );
	Rows c01 = *(Rows*)( c + cStride ), c11 = *(Rows*)( c + cStride + WF_ROW_LANES );
	Rows c02 = *(Rows*)( c + 2 * cStride ), c12 = *(Rows*)( c + 2 * cStride + WF_ROW_LANES );
	Rows c03 = *(Rows*)( c + 3 * cStride ), c13 = *(Rows*)( c + 3 * cStride + WF_ROW_LANES );
	for ( int32_t k = 0; k < depth; ++k )
	{
		Rows a0 = *(const Rows*)( a + k * aStride );
		Rows a1 = *(const Rows*)( a + k * aStride + WF_ROW_LANES );
		const double* bk = b + k * bStride;
		c00 += a0 * bk[0];
		c10 += a1 * bk[0];
		c01 += a0 * bk[1];
		c11 += a1 * bk[1];
		c02 += a0 * bk[2];
		c12 += a1 * bk[2];
		c03 += a0 * bk[3];
		c13 += a1 * bk[3];
	}
	*(Rows*)( c ) = c00;
	*(Rows*)( c + WF_ROW_LANES ) = c10;
	*(Rows*)( c + cStride ) = c01;
	*(Rows*)( c + cStride + WF_ROW_LANES ) = c11;
	*(Rows*)( c + 2 * cStride ) = c02;
	*(Rows*)( c + 2 * cStride + WF_ROW_LANES ) = c12;
	*(Rows*)( c + 3 * cStride ) = c03;
	*(Rows*)( c + 3 * cStride + WF_ROW_LANES ) = c13;
}

static inline void tileFour( double* c, int64_t cStride, const double* a, int64_t aStride, const double* b, int64_t bStride,
							 int32_t depth )
{
	Four c0 = *(Four*)( c );
	Four c1 = *(Four*)( c + cStride );
	Four c2 = *(Four*)( c + 2 * cStride );
	Four c3 = *(Four*)( c + 3 * cStride );
	for ( int32_t k = 0; k < depth; ++k )
	{
		Four a0 = *(const Four*)( a + k * aStride );
		const double* bk = b + k * bStride;
		c0 += a0 * bk[0];
		c1 += a0 * bk[1];
		c2 += a0 * bk[2];
		c3 += a0 * bk[3];
	}
	*(Four*)( c ) = c0;
	*(Four*)( c + cStride ) = c1;
	*(Four*)( c + 2 * cStride ) = c2;
	*(Four*)( c + 3 * cStride ) = c3;
}

static inline void tileColumn( double* c, const double* a, int64_t aStride, const double* b, int64_t bStride, int32_t depth )
{
	Four c0 = *(Four*)( c );
	for ( int32_t k = 0; k < depth; ++k )
	{
		c0 += *(const Four*)( a + k * aStride ) * b[k * bStride];
	}
	*(Four*)( c ) = c0;
}

static void multiplyAddSmall( double* c, int64_t cStride, const double* a, int64_t aStride, const double* b, int64_t bStride,
							  int32_t rows, int32_t columns, int32_t depth, int32_t firstRow )
{
	int32_t j = 0;
	for ( ; j + 4 <= columns; j += 4 )
	{
		double* cj = c + j * cStride;
		int32_t i = firstRow >= 0 ? ( firstRow + j ) & ~3 : 0;
		for ( ; i + 2 * WF_ROW_LANES <= rows; i += 2 * WF_ROW_LANES )
		{
			tileLarge( cj + i, cStride, a + i, aStride, b + j, bStride, depth );
		}
		for ( ; i < rows; i += 4 )
		{
			tileFour( cj + i, cStride, a + i, aStride, b + j, bStride, depth );
		}
	}
	for ( ; j < columns; ++j )
	{
		double* cj = c + j * cStride;
		for ( int32_t i = firstRow >= 0 ? ( firstRow + j ) & ~3 : 0; i < rows; i += 4 )
		{
			tileColumn( cj + i, a + i, aStride, b + j, bStride, depth );
		}
	}
}

// Large products are cut into pieces that stay in the caches, copied so that the tiles read memory in order.
#define PACK_DEPTH 64
#define PACK_COLUMNS 32
#define PACK_ROWS ( 6 * 2 * WF_ROW_LANES )

static inline void packRows( double* packed, const double* a, int64_t aStride, int32_t rows, int32_t depth )
{
	for ( int32_t i = 0; i < rows; i += 2 * WF_ROW_LANES )
	{
		for ( int32_t k = 0; k < depth; ++k, packed += 2 * WF_ROW_LANES )
		{
			*(Rows*)( packed ) = *(const Rows*)( a + i + k * aStride );
			*(Rows*)( packed + WF_ROW_LANES ) = *(const Rows*)( a + i + k * aStride + WF_ROW_LANES );
		}
	}
}

static inline void packColumns( double* packed, const double* b, int64_t bStride, int32_t columns, int32_t depth )
{
	for ( int32_t j = 0; j < columns; j += 4 )
	{
		for ( int32_t k = 0; k < depth; ++k, packed += 4 )
		{
			*(Four*)( packed ) = *(const Four*)( b + j + k * bStride );
		}
	}
}

// Rows a multiple of the tile's, columns a multiple of 4.
static void multiplyAddPacked( double* c, int64_t cStride, const double* a, int64_t aStride, const double* b, int64_t bStride,
							   int32_t rows, int32_t columns, int32_t depth, int32_t firstRow )
{
	double packedA[PACK_ROWS * PACK_DEPTH];
	double packedB[PACK_COLUMNS * PACK_DEPTH];
	for ( int32_t k0 = 0; k0 < depth; k0 += PACK_DEPTH )
	{
		int32_t kCount = depth - k0 < PACK_DEPTH ? depth - k0 : PACK_DEPTH;
		for ( int32_t j0 = 0; j0 < columns; j0 += PACK_COLUMNS )
		{
			int32_t jCount = columns - j0 < PACK_COLUMNS ? columns - j0 : PACK_COLUMNS;
			packColumns( packedB, b + j0 + k0 * bStride, bStride, jCount, kCount );
			int32_t top = firstRow >= 0 ? ( firstRow + j0 ) / ( 2 * WF_ROW_LANES ) * ( 2 * WF_ROW_LANES ) : 0;
			for ( int32_t i0 = top; i0 < rows; i0 += PACK_ROWS )
			{
				int32_t iCount = rows - i0 < PACK_ROWS ? rows - i0 : PACK_ROWS;
				packRows( packedA, a + i0 + k0 * aStride, aStride, iCount, kCount );
				for ( int32_t j = 0; j < jCount; j += 4 )
				{
					int32_t i = 0;
					while ( firstRow >= 0 && i < iCount && i0 + i + 2 * WF_ROW_LANES <= firstRow + j0 + j )
					{
						i += 2 * WF_ROW_LANES; // above the diagonal
					}
					for ( ; i < iCount; i += 2 * WF_ROW_LANES )
					{
						tileLarge( c + i0 + i + ( j0 + j ) * cStride, cStride, packedA + i * kCount, 2 * WF_ROW_LANES,
								   packedB + j * kCount, 4, kCount );
					}
				}
			}
		}
	}
}

static void multiplyAdd( double* c, int64_t cStride, const double* a, int64_t aStride, const double* b, int64_t bStride,
						 int32_t rows, int32_t columns, int32_t depth, int32_t firstRow )
{
	int32_t packedRows = rows / ( 2 * WF_ROW_LANES ) * ( 2 * WF_ROW_LANES );
	int32_t packedColumns = columns & ~3;
	if ( depth < 16 || packedRows < 64 || packedColumns < 8 )
	{
		multiplyAddSmall( c, cStride, a, aStride, b, bStride, rows, columns, depth, firstRow );
		return;
	}
	multiplyAddPacked( c, cStride, a, aStride, b, bStride, packedRows, packedColumns, depth, firstRow );
	// What is left over to the right and below.
	if ( packedColumns < columns )
	{
		multiplyAddSmall( c + packedColumns * cStride, cStride, a, aStride, b + packedColumns, bStride, packedRows,
						  columns - packedColumns, depth, firstRow >= 0 ? firstRow + packedColumns : -1 );
	}
	if ( packedRows < rows )
	{
		multiplyAddSmall( c + packedRows, cStride, a + packedRows, aStride, b, bStride, rows - packedRows, columns, depth, -1 );
	}
}
