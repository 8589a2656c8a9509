import { getCookie } from '@refrain/contract/account/cookies'
import { fillPath, type InputOf, type Operation, type OutputOf } from '@refrain/contract/operation'
import { vi } from 'vitest'

/** An operation and what the server answers; undefined: not found; a Response: as it is. */
export interface MockCall {
  readonly operation: Operation
  readonly answer: (input: never) => unknown
}

export function mockCall<Op extends Operation>(
  operation: Op,
  answer: (input: InputOf<Op>) => OutputOf<Op> | Response | undefined,
): MockCall {
  return { operation, answer: answer as MockCall['answer'] }
}

const TOKEN_COOKIE = fillPath(getCookie.path, { name: 'token' })

/**
 * Puts answers in the place of the server; without one for it, nobody is signed in. Answers the calls that were made, by
 * name.
 */
export function mockCalls(...answers: readonly MockCall[]): string[] {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const [path = '', query] = url.split('?')
    const asked = Object.fromEntries(new URLSearchParams(query))
    for (const { operation, answer } of answers) {
      const names = new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path)
      if (!names || operation.method !== (init.method ?? 'GET')) continue
      calls.push(operation.name)
      // A form is not looked into.
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
      const output = answer({ ...names.groups, ...asked, ...body } as never)
      if (output instanceof Response) return output
      return output === undefined
        ? new Response('{"error":"Not found"}', { status: 404 })
        : new Response(JSON.stringify(output))
    }
    if (path === TOKEN_COOKIE) return Response.json({ name: 'token', value: null })
    throw new Error(`Nobody answers ${init.method ?? 'GET'} ${url}`)
  })
  return calls
}
