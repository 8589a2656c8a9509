import { isIP } from 'node:net'
import { PASSKEYS_OFF } from '@refrain/contract/account/passkeys'
import type { FastifyRequest } from 'fastify'
import { RequestError } from '../../http/errors/request-errors.ts'
import { pageAddress } from '../../pages/page-address.ts'

/** The service as browsers know it: they bind each passkey to the host name. */
export interface RelyingParty {
  /** Host name of the pages. */
  readonly id: string
  /** Origin of the pages. */
  readonly origin: string
}

/** That of PUBLIC_URL, else of the address that the request was sent to; undefined where browsers offer no passkeys. */
export function findRelyingParty(request: FastifyRequest): RelyingParty | undefined {
  const written = pageAddress(request, request.server.publicUrl)
  if (written === undefined) return undefined
  const { protocol, hostname, origin } = new URL(written)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || !(protocol === 'https:' || isLocal)) return undefined
  return { id: hostname, origin }
}

/** @throws RequestError (409) where browsers offer no passkeys */
export function requireRelyingParty(request: FastifyRequest): RelyingParty {
  const party = findRelyingParty(request)
  if (!party) throw new RequestError(409, PASSKEYS_OFF)
  return party
}
