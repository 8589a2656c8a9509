import * as contract from '@refrain/contract/follows'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { follow, readFollowing, unfollow } from './follows.ts'

export function registerFollows(app: FastifyInstance, db: Database): void {
  bind(app, contract.fetchFollowingArtists, (_input, { userId }) => readFollowing(db, userId))
  bind(app, contract.addFollowingArtist, async ({ artistId }, actor) => {
    const followers = await follow(db, actor.userId, artistId)
    app.changes.tell(actor, 'follows')
    return { followers }
  })
  bind(app, contract.removeFollowingArtist, async ({ artistId }, actor) => {
    const followers = await unfollow(db, actor.userId, artistId)
    app.changes.tell(actor, 'follows')
    return { followers }
  })
}
