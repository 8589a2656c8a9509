// For a container's health check: fails unless the service answers. It asks whether the process is alive, not whether it is
// ready: a restart does not bring back a database that is away, and a service on a full disk cannot start again.
const { PORT = '3000' } = process.env
const isAlive = await fetch(`http://127.0.0.1:${PORT}/healthz`).then(
  answer => answer.ok,
  () => false,
)
process.exitCode = isAlive ? 0 : 1
