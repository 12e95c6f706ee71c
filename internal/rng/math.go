package rng

import "math"

// The functions below are pure Go without a fused multiply-add, because those
// of package math are assembly on some machines and differ in the last bit:
// every product that meets a sum is converted to float64 explicitly, which the
// language defines as a rounding that stops fusion.

const (
	ln2Hi = 6.93147180369123816490e-01
	ln2Lo = 1.90821492927058770002e-10
)

// ln returns the natural logarithm of a finite x above 0. It reduces x to
// 2^k * f with f near 1 and sums the series of atanh.
func ln(x float64) float64 {
	f, k := math.Frexp(x) // exact: bits only
	if f < math.Sqrt2/2 {
		f = float64(f * 2)
		k--
	}
	s := float64((f - 1) / (f + 1))
	z := float64(s * s)
	sum := 0.0
	for n := 21; n >= 1; n -= 2 {
		sum = float64(sum*z) + float64(1/float64(n))
	}
	kf := float64(k)
	return float64(kf*ln2Hi) + (float64(kf*ln2Lo) + float64(2*float64(s*sum)))
}

// exp returns e^x, saturating beyond 1e300 and at 0.
func exp(x float64) float64 {
	switch {
	case x > 690:
		return 1e300
	case x < -690:
		return 0
	}
	k := math.Floor(float64(x/math.Ln2) + 0.5)
	r := (x - float64(k*ln2Hi)) - float64(k*ln2Lo)
	sum := 1.0
	for n := 18; n >= 1; n-- {
		sum = 1 + float64(float64(r*sum)/float64(n))
	}
	return math.Ldexp(sum, int(k)) // exact: bits only
}

// quantile is the inverse of the standard normal distribution function for p
// in (0, 1): algorithm AS 241 (PPND16) of Wichura 1988, accurate to 1e-16.
func quantile(p float64) float64 {
	q := p - 0.5
	if math.Abs(q) <= 0.425 {
		r := 0.180625 - float64(q*q)
		return float64(q * float64(poly(r, centreNum)/poly(r, centreDen)))
	}
	r := p
	if q > 0 {
		r = 1 - p
	}
	r = math.Sqrt(-ln(r)) // IEEE 754 square root is exact everywhere
	var x float64
	if r <= 5 {
		x = float64(poly(r-1.6, midNum) / poly(r-1.6, midDen))
	} else {
		x = float64(poly(r-5, tailNum) / poly(r-5, tailDen))
	}
	if q < 0 {
		return -x
	}
	return x
}

// poly evaluates c[0] + c[1]x + ... by Horner's rule.
func poly(x float64, c []float64) float64 {
	sum := 0.0
	for i := len(c) - 1; i >= 0; i-- {
		sum = float64(sum*x) + c[i]
	}
	return sum
}

var (
	centreNum = []float64{3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
		4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3}
	centreDen = []float64{1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
		2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3}
	midNum = []float64{1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
		1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4}
	midDen = []float64{1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
		1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9}
	tailNum = []float64{6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
		2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7}
	tailDen = []float64{1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
		7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15}
)
