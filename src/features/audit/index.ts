export { type AuditNote, auditRequests, flushAudit, noteAudit } from './record.ts'
