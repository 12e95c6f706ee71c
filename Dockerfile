# The image of mailsimd: one static program and nothing else.
#
#   docker build -t mailsim . && docker run --rm -p 8025:8025 -p 1025:1025 mailsim
#
# Whoever reaches its ports needs no key, as with the images of other mail catchers:
# publish them on 127.0.0.1, or set MP_UI_AUTH=user:password, or MAILSIM_OPEN=false.
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
ARG TARGETOS
ARG TARGETARCH
WORKDIR /src
COPY go.mod go.sum ./
COPY store/postgres/go.mod store/postgres/go.sum store/postgres/
COPY cluster/go.mod cluster/go.sum cluster/
RUN cd cluster && go mod download
COPY . .
# The program that can also be one of several: MAILSIM_CLUSTER, with MAILSIM_OPEN=false.
RUN cd cluster && CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -ldflags "-s -w" -o /out/mailsimd ./cmd/mailsimd
# Health checks and scripts call the programs that this one takes the place of.
RUN ln -s mailsimd /out/mailpit && ln -s mailsimd /out/sendmail
RUN mkdir -p /out/etc/ssl/certs && cp /etc/ssl/certs/ca-certificates.crt /out/etc/ssl/certs/

FROM scratch
COPY --from=build /out/ /
USER 65532:65532
ENV MP_UI_BIND_ADDR=0.0.0.0:8025 \
    MP_SMTP_BIND_ADDR=0.0.0.0:1025 \
    MP_POP3_BIND_ADDR=0.0.0.0:1110 \
    MP_SMTP_AUTH_ACCEPT_ANY=true \
    MAILSIM_SMTPS=0.0.0.0:1465 \
    MAILSIM_IMAP=0.0.0.0:1143 \
    MAILSIM_IMAPS=0.0.0.0:1993 \
    MAILSIM_DEMO=false \
    MAILSIM_STARTTLS=cert \
    MAILSIM_OPEN=true \
    MAILSIM_OPEN_TO_NETWORK=true \
    MAILSIM_RATE=1000
EXPOSE 1025 1110 1143 1465 1993 8025
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s CMD ["/mailsimd", "readyz"]
ENTRYPOINT ["/mailsimd"]
