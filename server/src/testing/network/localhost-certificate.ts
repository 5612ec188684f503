// A self-signed certificate for `localhost`, with its key: for servers of tests only.

/** Made once by `openssl req -x509 -newkey ec -days 36500 -subj /CN=localhost`. */
export const localhostCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUY7JCaaVgbD5WYD9DPCg55iBI47wwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA5MDA1MFoYDzIxMjYxMDI5
MDkwMDUwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT7Uwe4asnSnNfG+oAkzdOz0hS/SOMTMtR8siwC/iukuwuYj7kkEDSX
e/DPETOMPhiwambrWWJG7TBpEK39s+HCo28wbTAdBgNVHQ4EFgQU7KxWqwlVPzeH
hWXkspqtd9rSyrUwHwYDVR0jBBgwFoAU7KxWqwlVPzeHhWXkspqtd9rSyrUwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAMOfXNpu20cfIb0p2RTAypyuvHE3+78khxgsMjaYNEMyAiEA
luNzafsnwgaqZzYR7+cB8cgbsN1BJM5lO9J+xiaRUbA=
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+eRfmnwALs5JrxLT
SrSrt7fWrO2q5OTgaDss8NKlwqihRANCAAT7Uwe4asnSnNfG+oAkzdOz0hS/SOMT
MtR8siwC/iukuwuYj7kkEDSXe/DPETOMPhiwambrWWJG7TBpEK39s+HC
-----END PRIVATE KEY-----`,
}
