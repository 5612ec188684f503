import type { OptionWordsByKey } from './option-words.ts'

/** Taking money: Epay, Stripe, and what an amount costs. */
export const paymentWords: OptionWordsByKey = {
  PayAddress: { en: 'Epay address', zh: '易支付地址', about: '易支付服务的地址。' },
  EpayId: { en: 'Epay merchant ID', zh: '易支付商户 ID', about: '在易支付的商户 ID。' },
  EpayKey: { en: 'Epay merchant key', zh: '易支付商户密钥', about: '在易支付的商户密钥。' },
  CustomCallbackAddress: {
    en: 'Callback address',
    zh: '回调地址',
    about: '易支付通知的地址，与 ServerAddress 不同时填写。',
  },
  Price: { en: 'Price of one dollar', zh: '充值价格', about: '一美元额度的本地货币价格。' },
  MinTopUp: { en: 'Minimum top-up', zh: '最低充值', about: '最低充值金额。' },
  TopupGroupRatio: {
    en: 'Top-up group ratios',
    zh: '充值分组倍率',
    about: '每个用户分组的充值价格系数。未列出的分组为 1。',
  },
  TopUpLink: { en: 'Top-up link', zh: '充值链接', about: '用户购买兑换码的地址。' },
  StripeSecretKey: {
    en: 'Stripe secret key',
    zh: 'Stripe 密钥',
    about: 'Stripe 账户的密钥。受限密钥需要 Checkout Sessions 和 Refunds 的写权限。',
  },
  StripeWebhookSecret: {
    en: 'Stripe webhook secret',
    zh: 'Stripe Webhook 签名密钥',
    about: 'Stripe Webhook 端点的签名密钥。端点为 ServerAddress 加 /api/user/stripe/webhook。未设置时不接受银行卡支付。',
  },
  StripeCurrency: {
    en: 'Card currency',
    zh: '银行卡币种',
    about: '银行卡支付所用的货币。',
    choices: {
      USD: { en: 'US dollar (USD)', zh: '美元（USD）' },
      EUR: { en: 'Euro (EUR)', zh: '欧元（EUR）' },
      GBP: { en: 'Pound sterling (GBP)', zh: '英镑（GBP）' },
      CNY: { en: 'Chinese yuan (CNY)', zh: '人民币（CNY）' },
      HKD: { en: 'Hong Kong dollar (HKD)', zh: '港元（HKD）' },
      SGD: { en: 'Singapore dollar (SGD)', zh: '新加坡元（SGD）' },
      AUD: { en: 'Australian dollar (AUD)', zh: '澳元（AUD）' },
      CAD: { en: 'Canadian dollar (CAD)', zh: '加元（CAD）' },
    },
  },
  StripePrice: { en: 'Price of one dollar by card', zh: '银行卡充值价格', about: '用银行卡支付时，一美元额度的价格。' },
}
