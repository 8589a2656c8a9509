import { PRODUCT_NAME } from '@refrain/contract/product'
import { signInTexts } from '@refrain/messages/en/sign-in'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useServiceName } from '../../api/service-name.ts'
import { prefix } from '../../prefix.ts'
import { BELOW_NAV, useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import mark from '../../ui/mark.svg'
import { CoverWall } from './cover-wall.tsx'
import './sign-in-screen.css'

interface Props {
  readonly title: string
  readonly children: ReactNode
  /** A question, and the link to another screen or the way to another step of this one. */
  readonly other: { readonly question: string; readonly label: string } & (
    | { readonly to: string }
    | { readonly onChoose: () => void }
  )
}

const LINK = 'rounded-small font-semibold text-text underline underline-offset-4 hover:text-accent'

/** The frame of Login and Signup: a card in front of a wall of covers; on small screens the form only. */
export function SignInScreen({ title, children, other }: Props) {
  const small = useMediaQuery(BELOW_NAV)
  const { state } = useLocation()
  const serviceName = useServiceName()
  return (
    <div className="account-screen">
      {!small && <CoverWall />}
      <section className="account-card">
        {!small && <img src={prefix + mark} alt="" width={40} height={40} className="mb-4 size-10" />}
        {serviceName !== PRODUCT_NAME && <p className="mb-1 text-sm text-quiet">{serviceName}</p>}
        <h1 className="mb-5 text-xl font-extrabold">{title}</h1>
        {children}
        <p className="mt-6 text-center text-sm text-quiet">
          {other.question}{' '}
          {'to' in other ? (
            <Link to={other.to} state={state} className={LINK}>
              {other.label}
            </Link>
          ) : (
            <button type="button" onClick={other.onChoose} className={LINK}>
              {other.label}
            </button>
          )}
        </p>
      </section>
    </div>
  )
}

/** The divider between the form and its alternative. */
export function Or() {
  return (
    <div aria-hidden className="my-4 flex items-center gap-4 text-sm text-quiet">
      <span className="h-px flex-1 bg-line" />
      {signInTexts.or}
      <span className="h-px flex-1 bg-line" />
    </div>
  )
}
