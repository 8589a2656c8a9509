import { FOR_ARTISTS_PATH } from '@refrain/contract/service-paths'
import { mailSettingsTexts as texts } from '@refrain/messages/en/server/mail-settings'
import { currentLanguage } from '@refrain/messages/language'
import { escapeHtml } from '../../http/responses/escape-html.ts'
import { escapeMarked, mark } from '../../http/responses/escape-marked.ts'

interface Frame {
  readonly serviceName: string
}

/**
 * The page behind the settings link in an email: plain HTML without scripts. Its button only switches off; switching on
 * needs a login, because emails get forwarded with their links.
 * @param account path of the member's own page
 * @param action the signed address itself, which the button posts to
 */
export function renderEmailSettings({
  on,
  account,
  action,
  ...frame
}: Frame & {
  on: boolean
  account: string
  action: string
}): string {
  return renderPage(
    frame,
    on
      ? `<p class="state">${escapeMarked(texts.newsAre({ state: mark(texts.on) }), 'strong')}</p>
<p>${escapeHtml(texts.newsOnText)}</p>
${button(action, 'allow', 'off', texts.switchOff)}`
      : `<p class="state">${escapeMarked(texts.newsAre({ state: mark(texts.off) }), 'strong')}</p>
<p>${escapeHtml(texts.newsOffText)}</p>
<p><a class="button" href="${escapeHtml(account)}">${escapeHtml(texts.openMyAccount)}</a></p>`,
  )
}

/**
 * The page behind "This was not me": stops all emails to a mailbox, or allows them again.
 * @param action the signed address itself, which the button posts to
 */
export function renderMailboxSettings({
  stopped,
  action,
  ...frame
}: Frame & {
  stopped: boolean
  action: string
}): string {
  return renderPage(
    frame,
    stopped
      ? `<p class="state">${escapeMarked(texts.mailIs({ state: mark(texts.stopped) }), 'strong')}</p>
<p>${escapeHtml(texts.stoppedText({ product: frame.serviceName }))}</p>
${button(action, 'stop', 'off', texts.allowAgain)}`
      : `<p class="state">${escapeHtml(texts.signedUp)}</p>
<p>${escapeHtml(texts.signedUpText({ product: frame.serviceName }))}</p>
${button(action, 'stop', 'on', texts.stopAll)}`,
  )
}

/** The page behind a link that is too old. */
export function renderExpiredLink(frame: Frame): string {
  return renderPage(
    frame,
    `<p class="state">${escapeHtml(texts.expired)}</p>
<p>${escapeHtml(texts.expiredText)}</p>
<p><a class="button" href="./">${escapeHtml(texts.open({ product: frame.serviceName }))}</a></p>`,
  )
}

function renderPage({ serviceName }: Frame, content: string): string {
  const name = escapeHtml(serviceName)
  return `<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(texts.heading)} · ${name}</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${FOR_ARTISTS_PATH.slice(1)}/page.css">
</head>
<body class="narrow">
<header><a class="brand" href="./"><img src="icon.svg" width="32" height="32" alt="">${name}</a></header>
<main>
<h1>${escapeHtml(texts.heading)}</h1>
${content}
</main>
</body>
</html>
`
}

function button(action: string, name: string, value: string, label: string): string {
  return `<form method="post" action="${escapeHtml(action)}">
<button class="button" name="${name}" value="${value}">${escapeHtml(label)}</button>
</form>`
}
