import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { createNote, readColleagues, readMentions, readNotes, removeNote, seeMentions } from './notes.ts'
import { Colleague, MentionQuery, MentionView, NoteInput, NoteQuery, NoteView } from './schema.ts'

const route = routeFor('notes')
const url = '/company/:company_id/notes'

/** Routes for notes between payroll staff on an employee or a pay run. */
export function noteRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: url,
      operationId: 'listNotes',
      summary: 'Notes on the employees and pay runs of a company',
      description:
        'Newest first. For the next page, send the last `id` as `before`. Employees never see them. Their text is stored encrypted.',
      query: NoteQuery,
      response: { 200: Type.Array(NoteView) },
      handler: ({ caller, company, query }) => readNotes(service, caller, company, query),
    })

    route(app, {
      method: 'POST',
      path: url,
      operationId: 'createNote',
      summary: 'Write a note on an employee or a pay run',
      description:
        'Colleagues whose full name follows an @, and who may read the company, get an e-mail with a link but without the text.',
      body: NoteInput,
      response: { 201: NoteView },
      errors: [400, 404],
      handler: async ({ caller, company, body }, reply) =>
        reply.code(201).send(await createNote(service, caller, company, body)),
    })

    route(app, {
      method: 'DELETE',
      path: `${url}/:note_id`,
      operationId: 'deleteNote',
      summary: 'Delete a note',
      description: 'The person who wrote it, or an owner or admin.',
      response: { 204: Type.Null({ description: 'Deleted.' }) },
      errors: [404],
      handler: async ({ caller, company, params }, reply) => {
        await removeNote(service, caller, company, params.note_id)
        return reply.code(204).send(null)
      },
    })

    route(app, {
      method: 'GET',
      path: '/company/:company_id/colleagues',
      operationId: 'listColleagues',
      summary: 'The colleagues whom a note can mention',
      description: 'Their names, without e-mail addresses and roles.',
      response: { 200: Type.Array(Colleague) },
      limit: 'lookup',
      handler: ({ company }) => readColleagues(service, company),
    })
  }
}

/** Routes for notes that mention the caller. */
export function mentionRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/mentions',
      operationId: 'listMentions',
      summary: 'Notes that mention you',
      description:
        'In the companies you can read, newest first. For the next page, send the last `id` as `before`.',
      query: MentionQuery,
      response: { 200: Type.Array(MentionView) },
      isByCompany: true,
      handler: ({ caller, query }) => readMentions(service, caller, query),
    })

    route(app, {
      method: 'POST',
      path: '/mentions/seen',
      operationId: 'markMentionsSeen',
      summary: 'Mark the notes that mention you as seen',
      description: 'All of them.',
      response: { 204: Type.Null({ description: 'Marked.' }) },
      isByCompany: true,
      handler: async ({ caller }, reply) => {
        await seeMentions(service, caller)
        return reply.code(204).send(null)
      },
    })
  }
}
