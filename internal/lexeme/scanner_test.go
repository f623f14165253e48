package lexeme_test

import (
	"encoding/base64"
	"encoding/hex"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"coderag/internal/lexeme"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func words(text string) []string {
	var s lexeme.Scanner
	var words []string
	s.Each(text, func(word []byte) { words = append(words, string(word)) })
	return words
}

func TestEach(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		// One name, however it is written.
		{"getUserByID", "getuserbyid get user by id"},
		{"GetUserByID", "getuserbyid get user by id"},
		{"get_user_by_id", "getuserbyid get user by id"},
		{"GET_USER_BY_ID", "getuserbyid get user by id"},
		{"get-user-by-id", "get user by id getuserbyid"},

		// A name of one part is there once.
		{"user", "user"},
		{"User", "user"},
		{"USER", "user"},
		{"_user", "user"},
		{"__init__", "init"},
		{"foo_foo", "foofoo foo foo"},
		{"x", "x"},

		// Acronyms.
		{"HTTPServer", "httpserver http server"},
		{"XMLHttpRequest", "xmlhttprequest xml http request"},
		{"isASCII", "isascii is ascii"},
		{"userIDs", "userids user ids"},
		{"URLsToFetch", "urlstofetch urls to fetch"},
		{"DNSSec", "dnssec dns sec"},

		// A single letter.
		{"OAuthToken", "oauthtoken oauth auth token"},
		{"OAuth2Token", "oauth2token oauth2 auth2 oauth auth token"},
		{"IUserService", "iuserservice iuser user service"},
		{"eBPF", "ebpf bpf"},
		{"iOS", "ios os"},
		{"getXAxis", "getxaxis get xaxis axis"},
		{"x_axis", "xaxis axis"},
		{"getX", "getx get"},

		// Digits.
		{"sha256", "sha256 sha 256"},
		{"SHA256Sum", "sha256sum sha256 sha 256 sum"},
		{"utf8", "utf8 utf"},
		{"utf8Decode", "utf8decode utf8 utf decode"},
		{"parseJSON5", "parsejson5 parse json5 json"},
		{"Base64URL", "base64url base64 base 64 url"},
		{"apiV2", "apiv2 api v2"},
		{"v2", "v2"},
		{"x86_64", "x8664 x86 64"},
		{"i18n", "i18n"},
		{"Point3D", "point3d point 3d"},
		{"3DModel", "3dmodel 3d model"},
		{"H264ES", "h264es h264 es"},
		{"Win32API", "win32api win32 win 32 api"},
		{"foo_1", "foo1 foo"},
		{"TLS_RSA_WITH_AES_128_GCM_SHA256", "tlsrsawithaes128gcmsha256 tls rsa with aes 128 gcm sha256 sha 256"},

		// Numbers.
		{"42", "42"},
		{"1_000_000", "1000000"},
		{"0xDEADBEEF", "0xdeadbeef"},
		{"0xFF_FF", "0xffff"},
		{"3.25", "3 25"},
		{"10px", "10px 10 px"},
		{"9fceb02", "9fceb02"},
		{"d41d8cd98f00b204e9800998ecf8427e", "d41d8cd98f00b204e9800998ecf8427e"},

		// What separates.
		{"a/b/c.go", "a b c go"},
		{"obj.method()", "obj method"},
		{"vector<int>", "vector int"},
		{"Map<String, List<Integer>>", "map string list integer"},
		{"p->next", "p next"},
		{"std::unique_ptr", "std uniqueptr unique ptr"},
		{"$user @media #id", "user media id"},
		{"one\x00two\xffthree\tfour", "one two three four"},
		{"", ""},
		{"  \t\r\n ", ""},
		{"(!?) -- __ ...", ""},

		// Hyphens join letters only.
		{"e-mail", "e mail email"},
		{"X-Request-ID", "x request id xrequestid"},
		{"log-userName", "log username user name logusername"},
		{"n-1", "n 1"},
		{"sha-256", "sha 256"},
		{"--max-open-files", "max open files maxopenfiles"},
		{"a--b a- -b", "a b a b"},
		{"get-", "get"},

		// Apostrophes.
		{"the user's files", "the user files"},
		{"'s' b'x'", "s b x"},
		{"&'a str", "a str"},

		// Beyond ASCII.
		{"Größe", "größe"},
		{"größeÄndern", "größeändern größe ändern"},
		{"cafe\u0301", "café"},
		{"E\u0301COLE", "école"},
		{"ПолучитьИмя", "получитьимя получить имя"},
		{"π2", "π2"},
		{"naïve-bayes", "naïve bayes naïvebayes"},
		{"\u0301a", "a"},
		{"x²", "x"},

		// Scripts without spaces.
		{"用户登录失败", "用户 户登 登录 录失 失败"},
		{"字", "字"},
		{"get用户", "get 用户"},
		{"か\u3099くせい", "がく くせ せい"},
		{"サーバー", "サー ーバ バー"},
		{"\u1112\u1161\u11ab국어", "한국 국어"},
		{"用户,名", "用户 名"},
		{"用户_id", "用户 id"},
	} {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, strings.Join(words(c.text), " ")); diff != "" {
				t.Errorf("words of %q (-want +got)\n%s", c.text, diff)
			}
		})
	}
}

func TestEachLongRuns(t *testing.T) {
	t.Parallel()
	test := "test_that_the_server_returns_not_found_when_the_user_does_not_exist_or_was_removed"
	random := rand.New(rand.NewChaCha8([32]byte{}))
	key := make([]byte, 3000)
	for i := range key {
		key[i] = byte(random.Uint32())
	}
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"the longest word", strings.Repeat("a", 64), []string{strings.Repeat("a", 64)}},
		{"a letter more", strings.Repeat("a", 65), nil},
		{"a long name keeps its parts", test, strings.Split(test, "_")},
		{"5 MB without a break", strings.Repeat("a", 5<<20), nil},
		{"SHA-256", hex.EncodeToString(key[:32]), []string{hex.EncodeToString(key[:32])}},
		{"SHA-512", hex.EncodeToString(key[:64]), nil},
		{"4,000 bytes of base64 without signs", strings.NewReplacer("+", "", "/", "").Replace(base64.StdEncoding.EncodeToString(key)), nil},
		{"48 bytes of base64", "k8EYXie0pxHKsBZnOPygAyXKx7fLuZh1PtLp20mF06KQ6n4S", nil},
		{"24 bytes of base64", "k8EYXie0pxHKsBZnOPygAyXK", []string{"k8eyxie0pxhksbznopygayxk"}},
		{"combining marks", "a" + strings.Repeat("\u0301", 100), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, words(c.text)); diff != "" {
				t.Errorf("words (-want +got)\n%s", diff)
			}
		})
	}
}

// A list of 30,000 hashes gives one word each, none of their fragments.
func TestEachHashList(t *testing.T) {
	t.Parallel()
	const hashes = 30_000
	random := rand.New(rand.NewPCG(1, 2))
	var list strings.Builder
	for range hashes {
		fmt.Fprintf(&list, "%016x%016x\n", random.Uint64(), random.Uint64())
	}
	if got := len(words(list.String())); got != hashes {
		t.Errorf("%d words for %d hashes", got, hashes)
	}
}

func TestEachAllocates(t *testing.T) {
	var s lexeme.Scanner
	text := "func (s *HTTPServer) getUserByID(größe int) error-free 用户登录 sha256"
	emit := func([]byte) {}
	s.Each(text, emit)
	if got := testing.AllocsPerRun(100, func() { s.Each(text, emit) }); got != 0 {
		t.Errorf("%v allocations a call, want 0", got)
	}
}

func TestEachSnippet(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile(filepath.Join("testdata", "snippet.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for line := range strings.Lines(string(source)) {
		fmt.Fprintln(&got, strings.Join(words(line), " "))
	}
	golden := filepath.Join("testdata", "snippet.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("words of each line (-want +got)\n%s", diff)
	}
}

func FuzzEach(f *testing.F) {
	for _, text := range []string{
		"getUserByID get_user-by-id", "HTTPServer2 IDs x86_64", "用户\u3099登录 か\u3099", "a\x00b\xffc", "0xff_",
		"don't 'a' A\u0301b", strings.Repeat("aB1", 100), "İ K ß ſ ǅ ŉ", "ー゙", "-a-b--c-", "\u1112\u1161\u11ab",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := words(text)
		for _, word := range got {
			if len(word) == 0 || len(word) > lexeme.MaxWord || !utf8.ValidString(word) {
				t.Fatalf("word %q of %q: want valid UTF-8 of 1 to %d bytes", word, text, lexeme.MaxWord)
			}
			if strings.ContainsAny(word, "\x00 \t\r\n_-./") {
				t.Fatalf("word %q of %q holds a separator", word, text)
			}
		}
		if diff := cmp.Diff(got, words(text)); diff != "" {
			t.Fatalf("%q scanned twice differs\n%s", text, diff)
		}
		// The words of two texts are those of the two one after the other.
		if diff := cmp.Diff(append(got, got...), words(text+" \n "+text)); diff != "" {
			t.Fatalf("%q beside itself (-want +got)\n%s", text, diff)
		}
	})
}
