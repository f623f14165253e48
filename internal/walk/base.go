package walk

import (
	"path"
	"slices"
	"strings"

	"coderag/internal/code"
)

// baseDirs are folders that never hold source: version control, dependencies
// fetched by a tool, caches and output with names nobody else uses. A folder
// named vendor is not among them: what is checked in is part of the code, and
// what is not is git-ignored.
var baseDirs = set(
	".git", ".hg", ".svn", ".bzr", "CVS", "_darcs", ".jj", ".pijul", ".fslckout",
	"node_modules", "bower_components", "jspm_packages", ".yarn", ".pnpm-store", "site-packages", "Pods", "Carthage", ".bundle", "elm-stuff",
	"__pycache__", ".eggs", ".tox", ".nox", ".venv", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", ".ipynb_checkpoints",
	".gradle", ".m2", ".ivy2", ".bloop", ".metals", ".bsp", ".dart_tool", ".stack-work", "dist-newstyle", ".zig-cache", "zig-cache", "zig-out", "DerivedData", ".build",
	".terraform", ".terragrunt-cache", ".serverless", ".vagrant",
	".next", ".nuxt", ".svelte-kit", ".angular", ".parcel-cache", ".turbo", ".vercel", ".nyc_output", ".sass-cache", ".cache", ".ccls-cache", ".clangd", "CMakeFiles",
	".idea", ".vs", ".fleet",
)

// outputDirs are folders of build output, where one of these is beside them.
// Without it the name may well be source: go/build, cmd/dist.
var outputDirs = map[string][]string{
	"target":    {"Cargo.toml", "pom.xml", "build.sbt", "project.clj"},
	"build":     {"build.gradle", "build.gradle.kts", "pubspec.yaml"},
	"dist":      {"package.json", "setup.py", "pyproject.toml"},
	"out":       {"foundry.toml", "next.config.js", "next.config.mjs", "next.config.ts"},
	"coverage":  {"package.json"},
	"_build":    {"mix.exs", "rebar.config", "dune-project"},
	"deps":      {"mix.exs"},
	"artifacts": {"hardhat.config.js", "hardhat.config.ts"},
}

// insideDirs are files that say of the folder they are in what it is.
var insideDirs = []struct{ file, detail string }{
	{"CACHEDIR.TAG", "a cache (CACHEDIR.TAG)"},
	{"CMakeCache.txt", "a build folder (CMakeCache.txt)"},
	{"pyvenv.cfg", "a Python environment (pyvenv.cfg)"},
}

// lockFiles are files a dependency manager writes.
var lockFiles = set(
	"package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb", "deno.lock",
	"cargo.lock", "go.sum", "go.work.sum", "gemfile.lock", "composer.lock", "poetry.lock", "pdm.lock", "pipfile.lock", "uv.lock",
	"mix.lock", "rebar.lock", "podfile.lock", "package.resolved", "cartfile.resolved", "pubspec.lock", "packages.lock.json", "project.assets.json", "paket.lock",
	"gradle.lockfile", "flake.lock", ".terraform.lock.hcl", "conan.lock", "stack.yaml.lock", "cabal.project.freeze", "chart.lock", "module.bazel.lock", "symfony.lock",
	".ds_store", "thumbs.db",
)

// baseExtensions are the endings of files that hold no text, or none of use.
var baseExtensions = extensions(map[string]string{
	"archive":  ".7z .apk .ar .br .bz2 .cab .cpio .crate .crx .deb .dmg .ear .egg .gem .gz .ipa .iso .jar .jmod .lz .lz4 .lzma .msi .nupkg .rar .rpm .tar .tbz2 .tgz .txz .vsix .war .whl .xpi .xz .zip .zst",
	"image":    ".ai .avif .bmp .cur .dds .eps .exr .gif .hdr .heic .icns .ico .jp2 .jpeg .jpg .jxl .ktx .pbm .pcx .pgm .png .ppm .psd .qoi .svg .svgz .tga .tif .tiff .webp .xcf",
	"font":     ".eot .otf .pfb .ttc .ttf .woff .woff2",
	"media":    ".aac .aif .aiff .avi .flac .flv .m4a .m4v .mid .midi .mkv .mov .mp3 .mp4 .mpeg .mpg .oga .ogg .ogv .opus .wav .webm .wma .wmv",
	"document": ".doc .docx .epub .mobi .odp .ods .odt .pdf .ppt .pptx .xls .xlsb .xlsx",
	"binary":   ".a .beam .bin .class .dex .dll .dylib .elf .exe .gch .hi .ilk .ko .lib .node .o .obj .pch .pdb .pyc .pyd .pyo .rlib .rmeta .so .swf .syso .wasm",
	"data":     ".arrow .avro .db .db3 .dbf .feather .h5 .hdf5 .lmdb .mdb .npy .npz .orc .parquet .pickle .rdb .sqlite .sqlite3 .tfrecord",
	"model":    ".ckpt .gguf .joblib .mlmodel .onnx .pb .pth .safetensors .tflite",
	"3D":       ".3ds .blend .fbx .glb .stl",
	"editor":   ".swo .swp",
})

// mapEndings are the endings of source maps. A .map alone may be anything.
var mapEndings = []string{".js.map", ".mjs.map", ".cjs.map", ".ts.map", ".css.map"}

// minifiedEndings are the endings of names that say a file is minified.
var minifiedEndings = []string{".min.js", ".min.mjs", ".min.cjs", ".min.css", ".min.html", "-min.js", "-min.css", ".bundle.js"}

// baseDir returns why a folder is left out. beside tells what is next to it.
func baseDir(name string, beside func(string) bool) verdict {
	if baseDirs[name] {
		return verdict{code.SkipBaseExclude, name + "/"}
	}
	if strings.HasPrefix(name, "cmake-build-") || strings.HasSuffix(name, ".egg-info") || strings.HasPrefix(name, "bazel-") && beside("WORKSPACE") {
		return verdict{code.SkipBaseExclude, "build output"}
	}
	if i := slices.IndexFunc(outputDirs[name], beside); i >= 0 {
		return verdict{code.SkipBaseExclude, name + "/ beside " + outputDirs[name][i]}
	}
	return verdict{}
}

// baseFile returns why a file is left out for its name.
func baseFile(name string) verdict {
	name = strings.ToLower(name)
	if baseDirs[name] { // the .git file of a linked worktree
		return verdict{code.SkipBaseExclude, name}
	}
	if lockFiles[name] {
		return verdict{code.SkipBaseExclude, "lock file"}
	}
	hasEnding := func(ending string) bool { return strings.HasSuffix(name, ending) }
	if i := slices.IndexFunc(minifiedEndings, hasEnding); i >= 0 {
		return verdict{code.SkipMinified, "*" + minifiedEndings[i]}
	}
	if i := slices.IndexFunc(mapEndings, hasEnding); i >= 0 {
		return verdict{code.SkipBaseExclude, "source map: *" + mapEndings[i]}
	}
	ext := path.Ext(name)
	if kind, ok := baseExtensions[ext]; ok {
		return verdict{code.SkipBaseExclude, kind + ": *" + ext}
	}
	return verdict{}
}

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, name := range names {
		m[name] = true
	}
	return m
}

// extensions turns kind -> endings into ending -> kind.
func extensions(kinds map[string]string) map[string]string {
	m := make(map[string]string)
	for kind, endings := range kinds {
		for ending := range strings.FieldsSeq(endings) {
			m[ending] = kind
		}
	}
	return m
}
