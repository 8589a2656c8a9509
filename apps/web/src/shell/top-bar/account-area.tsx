import { shellTexts } from '@refrain/messages/en/shell'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useToken } from '../../account/session.ts'
import { paths } from '../../paths.ts'
import { loadPart } from '../../ui/loading/load-part.ts'

const MemberCorner = lazy(() => loadPart(() => import('./member-area.tsx')))

const LINK =
  'flex h-9 items-center rounded-full px-2.5 text-sm font-semibold nav:max-sm:px-1.5 nav:max-sm:text-[0.8125rem] whitespace-nowrap transition-colors duration-(--duration-quick) pointer-coarse:h-11 md:px-4'

/** The right end of the top bar: Signup and Login for guests, the account menu for members. */
export function AccountArea() {
  const token = useToken()
  if (token !== null)
    return (
      <Suspense fallback={<span className="icon-button bg-raised" />}>
        <MemberCorner token={token} />
      </Suspense>
    )
  return (
    <div className="flex flex-none items-center gap-1">
      <Link
        to={paths.signup()}
        className={`${LINK} text-quiet hover:bg-hover hover:text-text active:bg-pressed`}
      >
        {shellTexts.signup}
      </Link>
      <Link
        to={paths.login()}
        className={`${LINK} bg-accent px-3.5 nav:max-sm:px-3 text-on-accent hover:bg-accent-hover`}
      >
        {shellTexts.login}
      </Link>
    </div>
  )
}
