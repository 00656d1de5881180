#!/bin/sh
# Makes the certificates of the TLS tests anew, valid from 2020 to 2120. The keys protect nothing.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

cat >"$work/ca.conf" <<END
[ca]
default_ca = here
[here]
database = $work/index
new_certs_dir = $work
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
END
: >"$work/index"

certificate() { # name, first day, last day, extensions, who signs
  name=$1 from=$2 to=$3 extensions=$4
  shift 4
  openssl ecparam -name prime256v1 -genkey -noout -out "$work/$name.key"
  openssl req -new -config "$work/ca.conf" -key "$work/$name.key" -subj "/CN=$name" -out "$work/$name.csr"
  printf "$extensions" >"$work/$name.ext"
  openssl ca -batch -notext -config "$work/ca.conf" -in "$work/$name.csr" -startdate "$from" -enddate "$to" \
    -extfile "$work/$name.ext" -out "$work/$name.crt" "$@"
  cat "$work/$name.key" "$work/$name.crt" >"$name.pem"
}

here='subjectAltName=DNS:localhost,IP:127.0.0.1\n'
leaf='basicConstraints=CA:FALSE\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n'
first=20200101000000Z last=21200101000000Z
certificate authority $first $last \
  'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\n' \
  -selfsign -keyfile "$work/authority.key"
cp "$work/authority.crt" authority.pem # without its key
set -- -cert "$work/authority.crt" -keyfile "$work/authority.key"
certificate trusted $first $last "$here$leaf" "$@"
certificate other_host $first $last "subjectAltName=DNS:other.example\n$leaf" "$@"
certificate expired $first 20200102000000Z "$here$leaf" "$@"
certificate self_signed $first $last "$here" -selfsign -keyfile "$work/self_signed.key"
