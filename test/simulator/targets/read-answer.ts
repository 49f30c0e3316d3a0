import type { Answer } from '../types.ts'

/** An answer with its body read, as JSON if it has that type. */
export function readAnswer(status: number, headers: Record<string, string>, text: string): Answer {
  const isJson = (headers['content-type'] ?? '').includes('json')
  return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : text }
}
