import { createTimesheets } from './app.ts'

const port = Number(process.env.PORT ?? 3000)
const publicUrl = process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}`
createTimesheets({
  tasmanUrl: process.env.TASMAN_URL ?? 'http://127.0.0.1:8080',
  publicUrl,
  clientId: process.env.CLIENT_ID ?? 'demo-client',
  clientSecret: process.env.CLIENT_SECRET ?? 'demo-secret',
}).listen(port, '127.0.0.1', () => console.log(`Timesheets at ${publicUrl}`))
