import type { FastifyReply } from 'fastify'
import { streamText } from './text.ts'

/** Up to so many pays an answer is sent as a value, and so held against its schema in tests; longer ones are streamed. */
const STREAMED_FROM = 50

/** Sends JSON text: a long one piece by piece, so that neither memory nor other requests suffer. */
export async function send(
  reply: FastifyReply,
  payCount: number,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<FastifyReply> {
  if (payCount > STREAMED_FROM) return reply.type('application/json; charset=utf-8').send(streamText(pieces))
  let text = ''
  for await (const piece of pieces) text += piece
  return reply.send(JSON.parse(text))
}
