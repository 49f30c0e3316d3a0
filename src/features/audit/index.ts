export { forgetOldAudit } from './queries.ts'
export { type AuditNote, auditRequests, flushAudit, noteAudit } from './record.ts'
export { auditRoutes } from './routes.ts'
