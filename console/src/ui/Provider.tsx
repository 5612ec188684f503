import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider, type ThemeConfig, theme } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { type FocusEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useLanguage, useText } from '../i18n/index.ts'
import { IconButton } from './button/IconButton.tsx'
import { ConfirmHost } from './dialog/confirm.tsx'
import { closeToast, currentToasts, holdToasts, type ToastItem, useToasts } from './feedback/toasts.ts'
import { AlertIcon, CloseIcon, FailedIcon, InfoIcon, OkIcon } from './icons.ts'
import { palettes, type ThemeMode } from './palette.ts'
import { queryClient } from './query-client.ts'
import { nonce } from './style-nonce.ts'
import { useThemeMode } from './theme-mode.ts'
import './feedback/toast.css'

// The look in the words of antd. antd's dark algorithm recomputes the seed colours, so that #3CCBA8 comes out as a
// duller green; `restoreSeeds` runs after it and writes them back.

type Algorithm = Extract<NonNullable<ThemeConfig['algorithm']>, (...args: never) => unknown>

const fontSans =
  "Inter, system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Noto Sans SC', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif"
const fontMono = "ui-monospace, 'SF Mono', 'JetBrains Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace"

/** antd's theme in our colours, sizes and type. */
function antdTheme(mode: ThemeMode): ThemeConfig {
  const p = palettes[mode]
  const seeds = seedsOf(p)
  const restoreSeeds: Algorithm = (_seed, map) => {
    const base = map ?? theme.defaultAlgorithm({ ...theme.defaultSeed, ...seeds })
    return { ...base, ...seeds, colorPrimaryHover: p.accentHover, colorPrimaryActive: p.accentActive }
  }
  return {
    algorithm: [mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, restoreSeeds],
    token: {
      ...seeds,
      ...grounds(p),
      ...inks(p),
      ...sizes,
      boxShadow: p.shadow,
      boxShadowSecondary: p.shadow,
      // For reduced motion base.css ends all animations at once; antd would wait forever for an end event that never comes, with a
      // closed dialog still over the page.
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    },
    components: components(p),
  }
}

type Palette = (typeof palettes)[ThemeMode]
type Tokens = NonNullable<ThemeConfig['token']>

const seedsOf = (p: Palette) => ({
  colorPrimary: p.accent,
  colorLink: p.accent,
  colorSuccess: p.greenDot,
  colorWarning: p.amberDot,
  colorError: p.redDot,
  colorInfo: p.blueDot,
})

/** What things stand on: surfaces, fills, lines. */
const grounds = (p: Palette): Tokens => ({
  colorBgLayout: p.bg,
  colorBgContainer: p.surface,
  colorBgElevated: p.elevated,
  colorBgSpotlight: p.tooltip,
  colorBgMask: p.mask,
  colorFillAlter: p.sunken,
  colorFillQuaternary: p.sunken,
  colorFillTertiary: p.hover,
  colorBgTextHover: p.hover,
  controlItemBgHover: p.hover,
  colorFill: p.active,
  colorFillSecondary: p.active,
  colorBgTextActive: p.active,
  colorSplit: p.divider,
  colorBorderSecondary: p.divider,
  colorBorder: p.borderInput,
  colorPrimaryBg: p.accentSoft,
  colorPrimaryBorder: p.accentLine,
  controlItemBgActive: p.accentSoft,
  controlItemBgActiveHover: p.accentSoft,
  controlOutline: p.ring,
})

/** What stands on them: text, signs, links. */
const inks = (p: Palette): Tokens => ({
  colorText: p.text,
  colorTextHeading: p.text,
  colorTextSecondary: p.text2,
  colorTextTertiary: p.text3,
  colorTextDescription: p.text3,
  colorTextPlaceholder: p.text3,
  colorIcon: p.text3,
  colorTextQuaternary: p.text4,
  colorTextDisabled: p.text4,
  colorPrimaryHover: p.accentHover,
  colorPrimaryActive: p.accentActive,
  colorLinkHover: p.accentHover,
  colorLinkActive: p.accentActive,
  colorErrorText: p.redText,
})

/** What is the same by day and by night. */
const sizes: Tokens = {
  controlOutlineWidth: 3,
  borderRadius: 8,
  borderRadiusSM: 6,
  borderRadiusLG: 10,
  borderRadiusXS: 4,
  controlHeight: 32,
  controlHeightSM: 26,
  controlHeightLG: 40,
  fontSize: 14,
  fontSizeSM: 12,
  lineHeight: 22 / 14,
  motionDurationFast: '0.1s',
  motionDurationMid: '0.16s',
  motionDurationSlow: '0.22s',
  fontFamily: fontSans,
  fontFamilyCode: fontMono,
  fontWeightStrong: 600,
}

const components = (p: Palette): NonNullable<ThemeConfig['components']> => ({
  Button: {
    primaryColor: p.onAccent,
    dangerColor: p.onBadge,
    defaultShadow: 'none',
    primaryShadow: 'none',
    dangerShadow: 'none',
    fontWeight: 500,
    paddingInline: 12,
    paddingInlineSM: 8,
    contentFontSizeSM: 13,
    contentFontSizeLG: 15,
  },
  Checkbox: { colorWhite: p.onAccent, borderRadiusSM: 4 },
  Switch: { trackHeight: 18, trackMinWidth: 32, handleSize: 14 },
  Segmented: { trackBg: p.active, itemSelectedBg: p.segment },
  Select: { optionSelectedBg: p.accentSoft, multipleItemBg: p.neutralBg },
  Pagination: { itemSize: 28, itemSizeSM: 26, itemActiveBg: p.accentSoft },
  Drawer: { paddingLG: 24, footerPaddingBlock: 12, footerPaddingInline: 24 },
  Tooltip: { fontSize: 12 },
})

const icons = { green: OkIcon, red: FailedIcon, amber: AlertIcon, blue: InfoIcon } as const

/** Where toasts appear: bottom right, on a phone at the top. Mounted once. */
function Toaster() {
  const items = useToasts()
  // A toast that goes takes the focus with it, so it is given back to where it was before.
  const cameFrom = useRef<Element | null>(null)
  const giveBack = () => {
    if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus()
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    holdToasts(false)
  }
  useUndoKey()
  const onFocus = (event: FocusEvent) => {
    holdToasts(true)
    if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects hovering and focus
    <section
      className="toaster"
      aria-live="polite"
      aria-relevant="additions"
      onPointerEnter={() => holdToasts(true)}
      onPointerLeave={() => holdToasts(false)}
      onFocus={onFocus}
      onBlur={() => holdToasts(false)}
    >
      {items.map((item) => (
        <Toast key={item.id} item={item} onLeave={giveBack} />
      ))}
    </section>
  )
}

function Toast({ item, onLeave }: { readonly item: ToastItem; readonly onLeave: () => void }) {
  const t = useText()
  const Icon = icons[item.tone]
  const { link } = item
  const follow = () => {
    onLeave()
    void link?.run()
  }
  const close = () => {
    onLeave()
    closeToast(item.id)
  }
  return (
    <div className="toast" role={item.tone === 'red' ? 'alert' : 'status'} aria-busy={item.isBusy}>
      <Icon className="toast-icon" color={`var(--${item.tone}Dot)`} />
      <span className="grow">{item.text}</span>
      {link && (
        <button
          type="button"
          className="link"
          onClick={follow}
          disabled={item.isBusy}
          {...(link.isUndo ? { 'aria-keyshortcuts': 'Control+Z Meta+Z', title: 'Ctrl Z' } : {})}
        >
          {item.isBusy ? t('kit.undoing') : link.label}
        </button>
      )}
      <IconButton label={t('action.close')} icon={<CloseIcon />} isSmall onClick={close} />
    </div>
  )
}

/** Ctrl/Cmd Z takes back what the newest toast offers to; in a field it stays the field's own. */
function useUndoKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (event.target instanceof HTMLElement && (event.target.isContentEditable || event.target.matches('input, textarea, select'))) return
      const last = currentToasts().findLast((item) => item.link?.isUndo && !item.isBusy)
      if (!last) return
      event.preventDefault()
      void last.link?.run()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

const csp = nonce === '' ? {} : { nonce }

/** Everything that screens of the kit need around them: theme, language, queries, toasts, confirmations. */
export function Provider({ children }: { children: ReactNode }) {
  const mode = useThemeMode()
  const language = useLanguage()
  const theme = useMemo(() => antdTheme(mode), [mode])
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        theme={theme}
        locale={language === 'zh' ? zhCN : enUS}
        csp={csp}
        button={{ autoInsertSpace: false }}
        wave={{ disabled: true }}
        virtual
      >
        {children}
        <Toaster />
        <ConfirmHost />
      </ConfigProvider>
    </QueryClientProvider>
  )
}
