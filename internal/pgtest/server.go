package pgtest

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/modules/postgres"
)

// image is the server's, where a Docker engine answers.
const image = "pgvector/pgvector:pg17"

// server returns the URL of the server all tests of this process use.
var server = sync.OnceValues(func() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if given := os.Getenv("TEST_DATABASE_URL"); given != "" {
		return given, checkURL(given)
	}
	if dockerAnswers(ctx) {
		return startContainer(ctx)
	}
	return startCluster(ctx)
})

func checkURL(given string) error {
	u, err := url.Parse(given)
	if err != nil || !strings.HasPrefix(u.Scheme, "postgres") {
		return fmt.Errorf("TEST_DATABASE_URL is not of the form postgres://user:password@host:port/database")
	}
	return nil
}

// dockerAnswers reports whether something listens where the engine would.
func dockerAnswers(ctx context.Context) bool {
	network, address := "unix", "/var/run/docker.sock"
	if host := os.Getenv("DOCKER_HOST"); host != "" {
		network, address, _ = strings.Cut(host, "://")
	}
	conn, err := (&net.Dialer{Timeout: time.Second}).DialContext(ctx, network, address)
	if err != nil {
		return false
	}
	_ = conn.Close()
	return true
}

// startContainer starts a server that testcontainers removes when this process
// has ended.
func startContainer(ctx context.Context) (string, error) {
	container, err := postgres.Run(ctx, image,
		postgres.WithDatabase("code_rag"), postgres.WithUsername("coderag"), postgres.WithPassword("coderag"),
		postgres.BasicWaitStrategies(),
		testcontainers.WithCmdArgs("-c", "fsync=off", "-c", "max_connections=200"))
	if err != nil {
		return "", fmt.Errorf("start container %s: %w", image, err)
	}
	return container.ConnectionString(ctx, "sslmode=disable")
}
