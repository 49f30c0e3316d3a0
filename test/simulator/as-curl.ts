import type { Sent } from './caller.ts'

/** The calls of a life as curl commands, against `$API` with `$TOKEN` (`$TOKEN2` for the second officer). */
export function asCurl(sent: readonly Sent[]): string[] {
  return sent
    .filter(({ isWrite }) => isWrite)
    .map(({ request, status, officer }) => {
      const token = officer === 0 ? '$TOKEN' : '$TOKEN2'
      const headers = Object.entries(request.headers ?? {}).map(([name, value]) => ` -H '${name}: ${value}'`)
      const body =
        request.body === undefined
          ? ''
          : ` -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(request.body))}`
      const url = request.path.replace(/^\/api/, '$API')
      return `curl -s -X ${request.method} "${url}" -H "Authorization: Bearer ${token}"${headers.join('')}${body}  # ${status}`
    })
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
