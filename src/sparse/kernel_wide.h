// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Part of kernel_body.h: numbers with an exponent each (wide.h).

// value *= 2^difference for differences of 0 and less, 0 where that is below 2^least. By address: passing wide vectors by value
// depends on the instruction set.
static inline void scaleDown( Rows* value, const IntRows* difference, int32_t least )
{
	IntRows inRange = *difference >= least;
	LongRows bits = __builtin_convertvector( ( *difference + 1023 ) & inRange, LongRows ) << 52;
	*value *= (Rows)bits;
}

static inline bool isAny( const IntRows* rows )
{
	bool any = false;
	for ( int32_t k = 0; k < WF_ROW_LANES; ++k )
	{
		any = any || ( *rows )[k] != 0;
	}
	return any;
}

static bool scaleWide( double* out, const double* mantissa, const int32_t* exponent, const int32_t* units, int32_t count )
{
	IntRows lost = { 0 };
	int32_t i = 0;
	for ( ; i + WF_ROW_LANES <= count; i += WF_ROW_LANES )
	{
		Rows value = *(const Rows*)( mantissa + i );
		IntRows exponents = *(const IntRows*)( exponent + i );
		IntRows difference = exponents - *(const IntRows*)( units + i );
		lost |= ( difference < WF_LEAST_SCALED ) & ( exponents > WF_WIDE_ZERO_EXPONENT );
		scaleDown( &value, &difference, WF_LEAST_SCALED );
		*(Rows*)( out + i ) = value;
	}
	bool anyLost = isAny( &lost );
	for ( ; i < count; ++i )
	{
		int32_t difference = exponent[i] - units[i];
		bool fits = difference >= WF_LEAST_SCALED;
		anyLost = anyLost || ( !fits && exponent[i] > WF_WIDE_ZERO_EXPONENT );
		out[i] = fits ? mantissa[i] * wfTwoTo( difference ) : 0.0;
	}
	return !anyLost;
}

static inline void addWideRows( double* yMantissa, int32_t* yExponent, const double* x, const int32_t* xUnits, int32_t unit,
								double floor, IntRows* lost )
{
	const LongRows mantissaBits = 0xFFFFFFFFFFFFF - ( LongRows ){ 0 };
	const LongRows one = 0x3FF0000000000000 - ( LongRows ){ 0 };
	Rows value = *(const Rows*)x;
	IntRows units = *(const IntRows*)xUnits;
	LongRows isTaken = value >= floor;
	IntRows taken = __builtin_convertvector( isTaken, IntRows );
	*lost |= ~taken & ( units > WF_WIDE_ZERO_EXPONENT );
	IntRows exponent = __builtin_convertvector( ( (LongRows)value >> 52 ) - 1023, IntRows ) + units + unit;
	exponent = ( exponent & taken ) | ( WF_WIDE_ZERO_EXPONENT & ~taken );
	value = (Rows)( ( ( (LongRows)value & mantissaBits ) | one ) & isTaken );
	// Zeros have an exponent so low that it never is the larger one beside a number.
	Rows sum = *(const Rows*)yMantissa;
	IntRows sumExponent = *(const IntRows*)yExponent;
	IntRows larger = sumExponent > exponent;
	IntRows top = ( sumExponent & larger ) | ( exponent & ~larger );
	sumExponent -= top;
	exponent -= top;
	scaleDown( &sum, &sumExponent, -1022 );
	scaleDown( &value, &exponent, -1022 );
	sum += value;
	LongRows isNumber = sum > 0.0;
	IntRows shift = __builtin_convertvector( ( (LongRows)sum >> 52 ) - 1023, IntRows );
	IntRows numbers = __builtin_convertvector( isNumber, IntRows );
	*(IntRows*)yExponent = ( ( top + shift ) & numbers ) | ( WF_WIDE_ZERO_EXPONENT & ~numbers );
	*(Rows*)yMantissa = (Rows)( ( ( (LongRows)sum & mantissaBits ) | one ) & isNumber );
}

static bool addWide( double* yMantissa, int32_t* yExponent, const double* x, const int32_t* xUnits, int32_t unit, double floor,
					 int32_t count )
{
	static const int32_t noUnits[WF_ROW_LANES] = { 0 };
	int32_t step = xUnits != NULL ? 1 : 0;
	xUnits = xUnits != NULL ? xUnits : noUnits;
	IntRows lost = { 0 };
	int32_t i = 0;
	for ( ; i + WF_ROW_LANES <= count; i += WF_ROW_LANES )
	{
		addWideRows( yMantissa + i, yExponent + i, x + i, xUnits + i * step, unit, floor, &lost );
	}
	bool anyLost = isAny( &lost );
	for ( ; i < count; ++i )
	{
		int32_t units = xUnits[i * step];
		if ( x[i] >= floor )
		{
			wfWide sum = wfWideAdd( ( wfWide ){ yMantissa[i], yExponent[i] }, wfMakeWide( x[i], units + unit ) );
			yMantissa[i] = sum.mantissa;
			yExponent[i] = sum.exponent;
		}
		else
		{
			anyLost = anyLost || units > WF_WIDE_ZERO_EXPONENT;
		}
	}
	return anyLost;
}
