import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  approveSignIn,
  type Person,
  startInteractiveProvider,
} from '@refrain/server/testing/servers/openid-provider'
import type { Page } from 'playwright-core'

export { CLIENT_ID } from '@refrain/server/testing/servers/openid-provider'

type Provider = Parameters<typeof approveSignIn>[0]

/** A real provider on another site, which asks visitors to confirm that they are this person. */
export async function startProvider(person: Person) {
  const started = await startInteractiveProvider(person, ask, 'localhost')
  async function ask(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(question(started.person().name ?? ''))
    } else if (request.url?.endsWith('?no')) {
      await provider.interactionFinished(request, response, { error: 'access_denied' })
    } else {
      await approveSignIn(provider, request, response, started.person().sub)
    }
  }
  return started
}

const question = (name: string) => `<!doctype html>
<html lang="en">
  <title>Somewhere else</title>
  <h1>Who are you?</h1>
  <form method="post"><button>Continue as ${name}</button></form>
  <form method="post" action="?no"><button>Cancel</button></form>
</html>`

/** Answers the provider's question when its page has loaded. */
export async function answerProvider(page: Page, answer: RegExp): Promise<void> {
  await page.getByRole('button', { name: answer }).click()
}
