const TONES: Record<string, string> = {
  processed: 'good',
  delivered: 'good',
  accepted: 'good',
  active: 'good',
  lodged: 'good',
  filed: 'good',
  pending: 'open',
  draft: 'open',
  sending: 'open',
  retry: 'warning',
  delayed: 'warning',
  due: 'warning',
  failed: 'bad',
  rejected: 'bad',
  overdue: 'bad',
  terminated: 'quiet',
  deleted: 'bad',
}

/** A short status in a coloured pill. The word alone is enough to understand it, without the colour. */
export function Badge({ text, tone }: { text: string; tone?: string }) {
  return <span className={`badge ${tone ?? TONES[text.toLowerCase()] ?? 'quiet'}`}>{text}</span>
}
