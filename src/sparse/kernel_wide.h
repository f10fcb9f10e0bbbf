// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Part of kernel_body.h: numbers with an exponent each (wide.h).

// value *= 2^difference for differences of 0 and less, 0 where that is below 2^least. By address: passing wide vectors by value
// depends on the instruction set.
static inline void scaleDown( Four* value, const IntFour* difference, int32_t least )
{
	IntFour inRange = *difference >= least;
	LongFour bits = __builtin_convertvector( ( *difference + 1023 ) & inRange, LongFour ) << 52;
	*value *= (Four)bits;
}

static void scaleWide( double* out, const double* mantissa, const int32_t* exponent, const int32_t* units, int32_t count )
{
	for ( int32_t i = 0; i < count; i += 4 )
	{
		Four value = *(const Four*)( mantissa + i );
		IntFour difference = *(const IntFour*)( exponent + i ) - *(const IntFour*)( units + i );
		scaleDown( &value, &difference, WF_LEAST_SCALED );
		*(Four*)( out + i ) = value;
	}
}

static bool addWide( double* yMantissa, int32_t* yExponent, const double* x, const int32_t* xUnits, int32_t unit, double floor,
					 int32_t count )
{
	const LongFour mantissaBits = { 0xFFFFFFFFFFFFF, 0xFFFFFFFFFFFFF, 0xFFFFFFFFFFFFF, 0xFFFFFFFFFFFFF };
	const Four one = { 1.0, 1.0, 1.0, 1.0 };
	const Four zero = { 0.0, 0.0, 0.0, 0.0 };
	const Four floors = one * floor;
	const IntFour noUnits = { 0, 0, 0, 0 };
	IntFour lost = noUnits;
	int32_t i = 0;
	for ( ; i + 4 <= count; i += 4 )
	{
		Four value = *(const Four*)( x + i );
		IntFour units = xUnits != NULL ? *(const IntFour*)( xUnits + i ) : noUnits;
		LongFour isTaken = value >= floors;
		IntFour taken = __builtin_convertvector( isTaken, IntFour );
		lost |= ~taken & ( units > WF_WIDE_ZERO_EXPONENT );
		IntFour exponent = __builtin_convertvector( ( (LongFour)value >> 52 ) - 1023, IntFour ) + units + unit;
		exponent = ( exponent & taken ) | ( WF_WIDE_ZERO_EXPONENT & ~taken );
		value = (Four)( ( ( (LongFour)value & mantissaBits ) | (LongFour)one ) & isTaken );
		// Zeros have an exponent so low that it never is the larger one beside a number.
		Four sum = *(const Four*)( yMantissa + i );
		IntFour sumExponent = *(const IntFour*)( yExponent + i );
		IntFour larger = sumExponent > exponent;
		IntFour top = ( sumExponent & larger ) | ( exponent & ~larger );
		sumExponent -= top;
		exponent -= top;
		scaleDown( &sum, &sumExponent, -1022 );
		scaleDown( &value, &exponent, -1022 );
		sum += value;
		LongFour isNumber = sum > zero;
		IntFour shift = __builtin_convertvector( ( (LongFour)sum >> 52 ) - 1023, IntFour );
		IntFour numbers = __builtin_convertvector( isNumber, IntFour );
		*(IntFour*)( yExponent + i ) = ( ( top + shift ) & numbers ) | ( WF_WIDE_ZERO_EXPONENT & ~numbers );
		*(Four*)( yMantissa + i ) = (Four)( ( ( (LongFour)sum & mantissaBits ) | (LongFour)one ) & isNumber );
	}
	bool anyLost = ( lost[0] | lost[1] | lost[2] | lost[3] ) != 0;
	for ( ; i < count; ++i )
	{
		int32_t units = xUnits != NULL ? xUnits[i] : 0;
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
