import { currentLanguage } from '@refrain/messages/language'
import { escapeHtml } from '../../http/responses/escape-html.ts'
import type { EmailAlbum, EmailBlock, EmailContent } from './email-content.ts'

/** Colours of the web application, in the notation that mail programs understand. */
const GROUND = '#0e0e11'
const RAISED = '#161619'
const OVERLAY = '#222227'
const TEXT = '#f5f5f7'
const QUIET = '#b1b2ba'
const ACCENT = '#feaf67'
const ON_ACCENT = '#261305'
const FONT = 'font-family:Figtree,-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const COVER = 72

/**
 * Renders an email as HTML for mail programs: tables and inline styles are all that they support reliably. Declared as
 * dark, so that no program inverts its colours.
 */
export function renderEmailHtml(
  serviceName: string,
  { subject, title, blocks, footer }: EmailContent,
): string {
  return `<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="supported-color-schemes" content="dark">
<title>${escapeHtml(subject)}</title>
</head>
<body bgcolor="${GROUND}" style="margin:0;padding:0;background:${GROUND};color:${TEXT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${GROUND}" style="background:${GROUND}">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 20px 16px;${FONT};font-size:18px;line-height:24px;font-weight:800;color:${TEXT}">${escapeHtml(serviceName)}</td></tr>
<tr><td bgcolor="${RAISED}" style="padding:32px 28px 20px;background:${RAISED};border-radius:12px">
<h1 style="margin:0 0 20px;${FONT};font-size:26px;line-height:32px;font-weight:800;letter-spacing:-0.02em;color:${TEXT}">${escapeHtml(title)}</h1>
${blocks.map(writePart).join('\n')}
</td></tr>
<tr><td style="padding:20px 20px 0">
${footer.map(writeFooter).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function writePart(part: EmailBlock): string {
  if (part.kind === 'album') return writeAlbum(part)
  if (part.kind === 'button') {
    return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="${ACCENT}" style="background:${ACCENT};border-radius:999px"><a href="${escapeHtml(part.url)}" style="display:inline-block;padding:12px 26px;${FONT};font-size:16px;line-height:20px;font-weight:700;color:${ON_ACCENT};text-decoration:none">${escapeHtml(part.label)}</a></td></tr></table>`
  }
  const style = `margin:0 0 16px;${FONT};font-size:16px;line-height:25px;color:${TEXT}`
  return `<p style="${style}">${part.kind === 'text' ? escapeHtml(part.text) : writeLink(part, ACCENT)}</p>`
}

function writeAlbum({ title, artist, url, cover }: EmailAlbum): string {
  const href = escapeHtml(url)
  const box = `display:block;width:${COVER}px;height:${COVER}px;border-radius:8px;background:${OVERLAY}`
  const picture = cover
    ? `<img src="${escapeHtml(cover)}" width="${COVER}" height="${COVER}" alt="" border="0" style="${box}">`
    : `<span style="${box}"></span>`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr>
<td width="${COVER}" style="padding:0 16px 0 0"><a href="${href}" tabindex="-1" aria-hidden="true" style="text-decoration:none">${picture}</a></td>
<td valign="middle" style="${FONT};font-size:16px;line-height:22px"><a href="${href}" style="font-weight:700;color:${TEXT};text-decoration:none">${escapeHtml(title)}</a><br><span style="color:${QUIET}">${escapeHtml(artist)}</span></td>
</tr></table>`
}

function writeFooter(part: EmailBlock): string {
  if (part.kind === 'album') return writeAlbum(part)
  const style = `margin:0 0 8px;${FONT};font-size:13px;line-height:20px;color:${QUIET}`
  return `<p style="${style}">${part.kind === 'text' ? escapeHtml(part.text) : writeLink(part, QUIET)}</p>`
}

function writeLink({ label, url }: { label: string; url: string }, colour: string): string {
  return `<a href="${escapeHtml(url)}" style="color:${colour};text-decoration:underline">${escapeHtml(label)}</a>`
}
