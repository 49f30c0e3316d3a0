// Exits with 0 when the service in this container answers, otherwise with 1.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/api/health`).catch(() => undefined)
process.exitCode = answer?.ok ? 0 : 1
