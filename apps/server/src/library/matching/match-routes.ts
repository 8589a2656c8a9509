import { matchTracks as operation } from '@refrain/contract/library/playlist-tracks'
import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from '../../database/open.ts'
import { bind } from '../../http/bind.ts'
import { abortAtDeadline } from '../../http/limits/deadline.ts'
import { matchTracks } from './match-tracks.ts'

export function registerMatching(app: FastifyInstance, open: Pick<OpenDatabase, 'db' | 'dialect'>): void {
  bind(app, operation, ({ entries }) =>
    abortAtDeadline(signal => matchTracks(open, entries, signal), operation.timeoutSeconds),
  )
}
