// Ends with 0 when the service of this container answers, else with 1.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/api/health`).catch(() => undefined)
process.exitCode = answer?.ok ? 0 : 1
