module github.com/mailsim/mailsim/.ci/replies

go 1.26.0

require github.com/dimiro1/reply v0.0.0-20200315094148-d0136a4c9e21

require github.com/dlclark/regexp2 v1.2.0 // indirect
