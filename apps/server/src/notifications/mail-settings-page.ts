import { PRODUCT_NAME } from '@refrain/contract/product'
import { encodeHtml } from '../http/encode-html.ts'

const NAME = encodeHtml(PRODUCT_NAME)

/**
 * The page behind the link in a mail: plain HTML with one button, which switches off; nothing runs in it. Who has
 * switched off is shown where to switch on, logged in: a mail is forwarded, its link with it.
 * @param account the listener's own page
 * @param action the signed address itself, where the button posts to
 */
export function renderMailSettings({
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
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="robots" content="noindex">
<title>Mail settings · ${NAME}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${encodeHtml(style)}">
</head>
<body>
<header><a class="brand" href="/"><img src="/icon.svg" width="32" height="32" alt="">${NAME}</a></header>
<main>
<h1>Mail settings</h1>
<p class="state">Emails about artists and music are <strong>${on ? 'on' : 'off'}</strong>.</p>
<p>${
    on
      ? 'You get a mail when artists you follow have new albums, at most one a day.'
      : 'You get no mail about new albums. Mail about your account itself still reaches you. You can switch them on again in My Account.'
  }</p>
${on ? switchOff(action) : `<p><a class="action" href="${encodeHtml(account)}">Open My Account</a></p>`}
</main>
</body>
</html>
`
}

function switchOff(action: string): string {
  return `<form method="post" action="${encodeHtml(action)}">
<button class="action" name="allow" value="off">Switch them off</button>
</form>`
}
