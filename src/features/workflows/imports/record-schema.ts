import { type Static, Type } from 'typebox'
import { closed, component, nullable, Timestamp, WarningsMember } from '../../../http/schema.ts'

export const PastImport = component(
  'PastImport',
  closed({
    id: Type.Integer(),
    kind: Type.String(),
    file_name: nullable(Type.String()),
    created_at: Timestamp,
    created_by: nullable(Type.String(), { description: 'The name of the person.' }),
    created: Type.Integer({ description: 'The number of employees that it created.' }),
    changed: Type.Integer({ description: 'The number of employees that it changed.' }),
    drafted: Type.Integer({ description: 'The number of draft pays of an import of time that still exist.' }),
    undone_at: nullable(Timestamp),
  }),
)
export type PastImport = Static<typeof PastImport>

export const UndoneImport = component(
  'UndoneImport',
  closed({
    import_id: Type.Integer(),
    deleted: Type.Integer({ description: 'The number of employees that were deleted again.' }),
    restored: Type.Integer({ description: 'The number of employees with their values from before.' }),
    deleted_pays: Type.Integer({ description: 'The number of draft pays that were deleted again.' }),
    ...WarningsMember,
  }),
)
export type UndoneImport = Static<typeof UndoneImport>
