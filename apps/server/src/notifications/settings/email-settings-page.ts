import { PRODUCT_NAME } from '@refrain/contract/product'
import { escapeHtml } from '../../http/responses/escape-html.ts'

const NAME = escapeHtml(PRODUCT_NAME)

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
  style,
}: {
  on: boolean
  account: string
  action: string
  style: string
}): string {
  return renderPage(
    style,
    `<p class="state">Emails about artists and music are <strong>${on ? 'on' : 'off'}</strong>.</p>
<p>${
      on
        ? 'You get a mail when artists you follow have new albums, at most one a day.'
        : 'You get no mail about new albums. Mail about your account itself still reaches you. You can switch them on again in My Account.'
    }</p>
${on ? button(action, 'allow', 'off', 'Switch them off') : `<p><a class="action" href="${escapeHtml(account)}">Open My Account</a></p>`}`,
  )
}

/**
 * The page behind "This was not me": stops all emails to a mailbox, or allows them again.
 * @param action the signed address itself, which the button posts to
 */
export function renderMailboxSettings({
  stopped,
  action,
  style,
}: {
  stopped: boolean
  action: string
  style: string
}): string {
  return renderPage(
    style,
    stopped
      ? `<p class="state">Mail to this address is <strong>stopped</strong>.</p>
<p>${NAME} sends nothing to it any more, whoever signs up with it.</p>
${button(action, 'stop', 'off', 'Allow mail again')}`
      : `<p class="state">Somebody signed up with this address.</p>
<p>If it was not you, stop all mail from ${NAME} to it. You can allow it again here.</p>
${button(action, 'stop', 'on', 'This was not me: stop all mail')}`,
  )
}

function renderPage(style: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="robots" content="noindex">
<title>Mail settings · ${NAME}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${escapeHtml(style)}">
</head>
<body>
<header><a class="brand" href="/"><img src="/icon.svg" width="32" height="32" alt="">${NAME}</a></header>
<main>
<h1>Mail settings</h1>
${content}
</main>
</body>
</html>
`
}

function button(action: string, name: string, value: string, label: string): string {
  return `<form method="post" action="${escapeHtml(action)}">
<button class="action" name="${name}" value="${value}">${label}</button>
</form>`
}
