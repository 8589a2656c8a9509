import type { EmailBlock, EmailContent } from './email-content.ts'
import { renderEmailHtml } from './render-html.ts'

export interface EmailBody {
  readonly subject: string
  readonly text: string
  /** '' for an email of plain text only. */
  readonly html: string
}

export function renderEmail(serviceName: string, content: EmailContent): EmailBody {
  const html = renderEmailHtml(serviceName, content)
  return { subject: content.subject, text: renderEmailText(content), html }
}

/** Renders an email as plain text, for mail programs without HTML and for filters. */
function renderEmailText({ title, blocks, footer }: EmailContent): string {
  return `${[title, ...blocks.map(writePart), '-- ', ...footer.map(writePart)].join('\n\n')}\n`
}

function writePart(part: EmailBlock): string {
  if (part.kind === 'text') return part.text
  if (part.kind === 'album') return `${part.title}\n${part.artist}\n${part.url}`
  return `${part.label}: ${part.url}`
}
