import * as z from 'zod/mini'
import { record, wire } from '../record.ts'

/** The response of every sign-in. The cookie `token` carries the token as well. */
export const signedIn = record({ token: wire('authtoken', z.string()) })
