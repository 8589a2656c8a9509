import type { FastifyRequest } from 'fastify'
import { isOnThisMachine } from '../../http/security/is-on-this-machine.ts'
import type { Settings } from '../../settings.ts'

export interface MachineParts {
  readonly settings: Pick<Settings, 'trustedProxies'>
  /** In a container, everybody may come from the same address. */
  readonly isContained: boolean
}

/**
 * Whether a visitor may set the service up without the code. In doubt they may not: proxies that do not say for whom
 * they ask often speak HTTP/1.0.
 */
export function needsNoCode(request: FastifyRequest, { settings, isContained }: MachineParts): boolean {
  return (
    !isContained &&
    settings.trustedProxies.length === 0 &&
    request.raw.httpVersion === '1.1' &&
    isOnThisMachine(request)
  )
}
