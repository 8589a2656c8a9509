import { PRODUCT_NAME } from '@refrain/contract/product'
import { footerTexts } from '@refrain/messages/en/footer'
import { useId } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { prefix } from '../../prefix.ts'
import mark from '../../ui/mark.svg'
import { FacebookIcon, InstagramIcon, TwitterIcon } from './social-icons.tsx'

/** Keys of column headings and of their links, which all lead to Home. */
const columns = [
  { heading: 'company', links: ['about', 'jobs', 'newsroom'] },
  { heading: 'communities', links: ['forArtists', 'developers', 'advertising', 'investors', 'vendors'] },
  { heading: 'usefulLinks', links: ['freeMobileApp', 'support'] },
  {
    heading: 'plans',
    links: ['premiumIndividual', 'premiumStudent', 'premiumFamily', 'premiumDuo', 'free'],
  },
] as const

/** Placeholders that lead to Home. */
const socials = [
  { label: 'Instagram', icon: InstagramIcon },
  { label: 'Twitter', icon: TwitterIcon },
  { label: 'Facebook', icon: FacebookIcon },
]

const LINK =
  'inline-flex min-h-8 items-center rounded-small text-sm text-quiet transition-colors duration-(--duration-quick) hover:text-text hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11'

export default function Footer() {
  return (
    <footer className="site-footer px-(--gutter)">
      <div className="mx-auto max-w-[86rem] border-t border-line pt-8 pb-6">
        <nav aria-label={footerTexts.footer} className="site-footer-columns">
          {columns.map(({ heading, links }) => (
            <Column key={heading} heading={heading} links={links} />
          ))}
        </nav>
        <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="flex items-center gap-2.5 font-extrabold tracking-tight">
            <img src={prefix + mark} alt="" width={24} height={24} className="size-6" />
            {PRODUCT_NAME}
          </p>
          <Link to={paths.settings()} className={`${LINK} mr-auto`}>
            {footerTexts.settings}
          </Link>
          <ul className="flex gap-2">
            {socials.map(({ label, icon: Icon }) => (
              <li key={label}>
                <Link to={paths.home()} aria-label={label} className="icon-button bg-raised">
                  <Icon />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}

interface ColumnProps {
  readonly heading: keyof typeof footerTexts
  readonly links: readonly (keyof typeof footerTexts)[]
}

function Column({ heading, links }: ColumnProps) {
  const id = useId()
  return (
    <div>
      <p id={id} className="mb-2 text-sm font-semibold">
        {footerTexts[heading]}
      </p>
      <ul aria-labelledby={id}>
        {links.map(label => (
          <li key={label}>
            <Link to={paths.home()} className={LINK}>
              {footerTexts[label]}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
