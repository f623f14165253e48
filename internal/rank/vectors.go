package rank

// WithVectors is for queries of which vectors say something, too. tools/fit wrote it.
var WithVectors = Model{
	Weights: [NumFeatures]float64{
		1.120,  // words
		1.131,  // best chunk
		1.084,  // coverage
		0.680,  // chunk coverage
		0.981,  // stem share
		0.512,  // stem coverage
		1.095,  // directory coverage
		-0.505, // symbol coverage
		-0.900, // head coverage
		0.910,  // body saturation
		0.567,  // head saturation
		0.041,  // symbol saturation
		1.287,  // history coverage
		1.859,  // history saturation
		0.374,  // whole stem
		0.102,  // stem and symbol
		0.462,  // symbol density
		0.764,  // body density
		0.925,  // history density
		0.542,  // declares
		0.397,  // named
		0.272,  // pair coverage
		0.410,  // pair names
		-1.582, // test
		-0.669, // prose
		-0.360, // example
		-0.036, // entry point
		-0.167, // hidden or data
		-0.712, // header
		-1.336, // older version
		-1.791, // other platform
		1.077,  // mentions
		0.501,  // length
		-1.027, // depth
		0.449,  // matching chunks
		1.938,  // nearness
	},
	Symbol: [NumFeatures]float64{
		0.170,  // words
		0.270,  // best chunk
		0.070,  // coverage
		0.157,  // chunk coverage
		0.093,  // stem share
		-0.055, // stem coverage
		0.024,  // directory coverage
		0.289,  // symbol coverage
		0.182,  // head coverage
		0.454,  // body saturation
		0.544,  // head saturation
		0.426,  // symbol saturation
		-0.333, // history coverage
		0.196,  // history saturation
		0.182,  // whole stem
		0.023,  // stem and symbol
		-0.250, // symbol density
		-0.197, // body density
		-0.430, // history density
		0.507,  // declares
		0.128,  // named
		0.073,  // pair coverage
		-0.046, // pair names
		-0.124, // test
		-0.015, // prose
		-0.011, // example
		-0.148, // entry point
		-0.003, // hidden or data
		0.000,  // header
		-0.681, // older version
		-0.000, // other platform
		0.251,  // mentions
		0.340,  // length
		-0.018, // depth
		-0.157, // matching chunks
		-0.337, // nearness
	},
	Size: [NumFeatures]float64{
		0.530,  // words
		0.122,  // best chunk
		0.993,  // coverage
		0.567,  // chunk coverage
		-0.740, // stem share
		-0.296, // stem coverage
		-0.053, // directory coverage
		0.022,  // symbol coverage
		0.215,  // head coverage
		0.159,  // body saturation
		-0.190, // head saturation
		-0.129, // symbol saturation
		0.971,  // history coverage
		0.517,  // history saturation
		0.334,  // whole stem
		-0.371, // stem and symbol
		-0.260, // symbol density
		-0.120, // body density
		-0.025, // history density
		-0.577, // declares
		-0.209, // named
		-0.000, // pair coverage
		0.208,  // pair names
		-0.559, // test
		0.081,  // prose
		0.021,  // example
		-0.087, // entry point
		0.021,  // hidden or data
		0.055,  // header
		-0.211, // older version
		0.098,  // other platform
		0.127,  // mentions
		0.124,  // length
		-0.016, // depth
		-0.397, // matching chunks
		-0.608, // nearness
	},
}
