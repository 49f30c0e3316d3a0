import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A mail server on loopback that takes every mail, until the test ends. `received` contains everything that clients
 * sent.
 */
export async function startSmtpServer(): Promise<{ url: string; received: readonly string[] }> {
  const received: string[] = []
  const server = createServer((socket) => {
    let isData = false
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      received.push(text)
      if (isData) {
        if (!text.endsWith('\r\n.\r\n')) return
        isData = false
        socket.write('250 taken\r\n')
      } else if (text.startsWith('DATA')) {
        isData = true
        socket.write('354 go on\r\n')
      } else if (text.startsWith('QUIT')) socket.end('221 bye\r\n')
      else socket.write('250 fine\r\n')
    })
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return { url: `smtp://127.0.0.1:${port}`, received }
}
