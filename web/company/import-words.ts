import type { PastImport, UndoneImport } from '../api/types.ts'
import { plural } from '../format.ts'

/* What an import did and what undoing it did, in words. */

/** Kinds of import that can be undone. */
export const UNDOABLE: ReadonlySet<string> = new Set(['employees', 'timesheets', 'leave-taken'])

export const nameOf = ({ file_name: name, id }: PastImport) => name ?? `import ${id}`

export const countsOf = ({ created, changed, drafted }: PastImport) =>
  [
    ...(created > 0 ? [plural(created, 'new person', 'new people')] : []),
    ...(changed > 0 ? [plural(changed, 'changed person', 'changed people')] : []),
    ...(drafted > 0 ? [plural(drafted, 'draft pay')] : []),
  ].join(', ') || 'nothing changed'

/** What undoing an import will do. */
export const willUndo = ({ kind }: PastImport): string =>
  kind === 'employees'
    ? 'New people are deleted, and changed people get their earlier values back. A value that was changed again since then stays. Tax, account and member numbers stay as imported.'
    : 'The draft pays of the import are deleted, with changes made to them since. Other drafts of the run stay.'

export function undoneText({ deleted, restored, deleted_pays: pays }: UndoneImport): string {
  if (pays > 0) return `The import of ${plural(pays, 'draft pay')} is undone.`
  const people = deleted + restored
  return people > 0
    ? `The import of ${plural(people, 'person', 'people')} is undone.`
    : 'The import is undone.'
}
