package walk

import (
	"path"
	"slices"
	"strings"
)

// secretDirs are folders of nothing but keys.
var secretDirs = set(".gnupg", ".ssh")

// secretNames are the names of files that usually hold secrets.
var secretNames = set(
	".env", ".envrc", ".dockercfg", ".git-credentials", ".htpasswd", ".my.cnf", ".netrc", "_netrc", ".npmrc", ".pgpass", ".pypirc", ".s3cfg", ".vault-token",
	"id_dsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk", "id_rsa",
	"credentials", "credentials.json", "secrets.json", "secrets.toml", "secrets.yaml", "secrets.yml",
)

// secretExtensions are the endings of key stores and of files of settings that
// tools fill with secrets.
var secretExtensions = set(".env", ".jks", ".kdb", ".kdbx", ".key", ".keystore", ".p12", ".pem", ".pfx", ".pkcs12", ".ppk", ".tfstate", ".tfvars")

// secretAffixes are what further names start and end with.
var secretAffixes = []struct{ prefix, suffix string }{
	{".env.", ""},
	{"client_secret", ".json"},
	{"service-account", ".json"},
	{"service_account", ".json"},
	{"", ".tfstate.backup"},
}

// secretPaths are files whose name alone says nothing.
var secretPaths = []string{".cargo/credentials.toml", ".docker/config.json", ".kube/config", ".m2/settings.xml"}

// publicEnv are the endings of the .env files that are there to be read.
var publicEnv = set(".default", ".defaults", ".dist", ".example", ".sample", ".schema", ".template", ".tmpl")

// secretPattern returns the pattern by which the file or folder at path is
// taken for a secret, "" if by none. Case does not matter.
func secretPattern(file string, isDir bool) string {
	file = strings.ToLower(file)
	name := path.Base(file)
	if isDir {
		if secretDirs[name] {
			return name + "/"
		}
		return ""
	}
	ext := path.Ext(name)
	switch {
	case publicEnv[ext] && strings.Contains(name, ".env"):
		return ""
	case secretNames[name]:
		return name
	case secretExtensions[ext]:
		return "*" + ext
	}
	for _, a := range secretAffixes {
		if strings.HasPrefix(name, a.prefix) && strings.HasSuffix(name, a.suffix) {
			return a.prefix + "*" + a.suffix
		}
	}
	isKnown := func(known string) bool { return file == known || strings.HasSuffix(file, "/"+known) }
	if i := slices.IndexFunc(secretPaths, isKnown); i >= 0 {
		return secretPaths[i]
	}
	return ""
}
