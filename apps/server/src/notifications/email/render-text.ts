import type { EmailBlock, EmailContent } from './email-content.ts'

/** Renders an email as plain text, for mail programs without HTML and for filters. */
export function renderEmailText({ title, blocks, footer }: EmailContent): string {
  return `${[title, ...blocks.map(write), '-- ', ...footer.map(write)].join('\n\n')}\n`
}

function write(part: EmailBlock): string {
  if (part.kind === 'text') return part.text
  if (part.kind === 'album') return `${part.title}\n${part.artist}\n${part.url}`
  return `${part.label}: ${part.url}`
}
