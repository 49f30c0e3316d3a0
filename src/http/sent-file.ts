import type { FastifyRequest } from 'fastify'

/**
 * Uploaded files whose body the route sees as rows. They are kept unparsed until the request is authorised,
 * and until it is answered if it may wait for a second person, who carries out the same file.
 */
const files = new WeakMap<FastifyRequest, Buffer>()

export const keepSentFile = (request: FastifyRequest, bytes: Buffer): void => void files.set(request, bytes)

export const findSentFile = (request: FastifyRequest): Buffer | undefined => files.get(request)

/** Frees the memory of a file once it has been read. */
export const forgetSentFile = (request: FastifyRequest): void => void files.delete(request)
