from django.contrib.auth import views as auth
from django.urls import path

from . import views

urlpatterns = [
    path("signup", views.sign_up),
    path("confirm/<str:token>", views.confirm, name="confirm"),
    path("reset", auth.PasswordResetView.as_view(success_url="/reset/sent", email_template_name="reset_mail.txt", subject_template_name="reset_subject.txt")),
    path("reset/<uidb64>/<token>/", auth.PasswordResetConfirmView.as_view(success_url="/"), name="password_reset_confirm"),
]
