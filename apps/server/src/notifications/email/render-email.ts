import type { EmailContent } from './email-content.ts'
import { renderEmailHtml } from './render-html.ts'
import { renderEmailText } from './render-text.ts'

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
