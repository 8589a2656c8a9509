import { getCookie } from '@refrain/contract/account/cookies'
import { fillPath, type InputOf, type Operation, type OutputOf } from '@refrain/contract/operation'
import { fromWire, toWire } from '@refrain/contract/wire-names'
import { vi } from 'vitest'

/** An operation and a function that answers it: undefined gives a 404, a Response is returned as it is. */
export interface MockCall {
  readonly operation: Operation
  readonly respond: (input: never) => unknown
}

type Answer<Output> = Output | Response | undefined

export function mockCall<Op extends Operation>(
  operation: Op,
  respond: (input: InputOf<Op>) => Answer<OutputOf<Op>> | Promise<Answer<OutputOf<Op>>>,
): MockCall {
  return { operation, respond: respond as MockCall['respond'] }
}

const TOKEN_COOKIE = fillPath(getCookie.path, { name: 'token' })

/**
 * Replaces `fetch`. The first mock that matches a request answers it; without one for the session cookie, nobody is
 * signed in. @returns the names of the calls made, updated as they come
 */
export function mockCalls(...mocks: readonly MockCall[]): string[] {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const [path = '', query] = url.split('?')
    const parameters = Object.fromEntries(new URLSearchParams(query))
    for (const { operation, respond } of mocks) {
      const match = new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path)
      if (!match || operation.method !== (init.method ?? 'GET')) continue
      calls.push(operation.name)
      // Multipart bodies are not parsed.
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
      const output = await respond(
        fromWire({ ...match.groups, ...parameters, ...body }, operation.inputNames) as never,
      )
      if (output instanceof Response) return output
      return output === undefined
        ? new Response('{"error":"Not found"}', { status: 404 })
        : new Response(JSON.stringify(toWire(output, operation.outputNames)))
    }
    if (path === TOKEN_COOKIE) return Response.json({ name: 'token', value: null })
    throw new Error(`No mock for ${init.method ?? 'GET'} ${url}.`)
  })
  return calls
}
