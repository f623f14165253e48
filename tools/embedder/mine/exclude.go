package main

// measured are the projects that serve to measure: a folder named like one of
// them is a copy of it, and is not trained on.
var measured = []string{
	"aiohttp", "fastapi", "flask", "httpx", "model2vec", "pydantic", "starlette", "axios", "express", "redux", "cobra",
	"gson", "commons-lang", "jackson-databind", "guzzle", "monolog", "laravel", "sinatra", "rails", "tokio", "trpc",
	"messagepack-csharp", "ktor", "alamofire", "click", "serde", "zod", "nlohmann", "phoenix", "axum", "vitest",
	"newtonsoft-json", "dapper", "kotlinx-coroutines", "circe", "http4s", "vapor", "snapkit", "ecto", "abseil-cpp",
	"fmtlib", "fmt", "curl", "libcurl", "redis", "hiredis", "libuv", "bats", "bats-core", "aeson", "telescope.nvim", "lazy.nvim",
	"nvm", "bash-it", "pandoc", "xmonad", "mini.nvim", "zls", "zig-clap",
}

// excluded are the patterns of what is not trained on: copies of other projects.
func excluded() []string {
	patterns := []string{
		"vendor/", "vendored/", "_vendor/", "third_party/", "third-party/", "thirdparty/", "3rdparty/", "3rd-party/",
		"external/", "extern/", "deps/", "node_modules/", "contrib/", "CHANGELOG*", "CHANGES*", "HISTORY*", "*.lock", "*.po",
		"*.json", "*.svg", "*.csv", "*.xml", "*.html", "*.css", "*.txt", "*.snap",
	}
	for _, name := range measured {
		patterns = append(patterns, name+"/")
	}
	return patterns
}
