import { connect, type Socket } from 'node:net'

/** Sends raw bytes and waits for the connection to close or for the first complete answer. */
export async function sendRaw(port: number, text: string | Buffer, waitMs = 5000): Promise<RawAnswer> {
  const socket = await openSocket(port)
  socket.write(text)
  return readAnswer(socket, waitMs)
}

export type RawAnswer = { status: number; headers: string; body: string; ms: number }

export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

/** The first answer on this connection, with status 0 when there is none. */
export function readAnswer(socket: Socket, waitMs = 5000): Promise<RawAnswer> {
  const started = performance.now()
  return new Promise((resolve) => {
    let text = ''
    const finish = () => {
      const [head = '', body = ''] = text.split('\r\n\r\n', 2)
      socket.destroy()
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0)
      resolve({ status, headers: head.toLowerCase(), body, ms: performance.now() - started })
    }
    const timer = setTimeout(finish, waitMs)
    socket.on('data', (part) => {
      text += part.toString()
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN)
      const body = text.split('\r\n\r\n')[1]
      if (body !== undefined && Buffer.byteLength(body) >= length) {
        clearTimeout(timer)
        finish()
      }
    })
    socket.once('close', () => {
      clearTimeout(timer)
      finish()
    })
  })
}
